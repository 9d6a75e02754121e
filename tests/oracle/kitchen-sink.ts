// An operator that has one of everything that values set, and a second workload that has nothing.

/** Its manifests; its own namespace is harbour. */
export const kitchenSink = `
apiVersion: v1
kind: Namespace
metadata: {name: harbour, labels: {pod-security.kubernetes.io/enforce: baseline}}
---
apiVersion: v1
kind: Namespace
metadata: {name: roads}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: berths.harbour.example.org
spec:
  group: harbour.example.org
  names: {kind: Berth, plural: berths}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [depth]
            properties:
              depth: {type: integer, minimum: 1}
              name: {type: string}
              ratio: {type: number}
              open: {type: boolean}
              power: {x-kubernetes-int-or-string: true}
              features: {type: array, items: {type: string}}
              limits: {type: object, additionalProperties: {type: string}}
              mooring:
                type: object
                properties: {lines: {type: integer}, kind: {type: string, enum: [bow, stern]}}
              image: {type: string}
              targetNamespace: {type: string}
              anything: {type: object, x-kubernetes-preserve-unknown-fields: true}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: pier
  namespace: harbour
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: pier}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects:
- {kind: ServiceAccount, name: pier, namespace: harbour}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pier
  namespace: harbour
  labels: {app: pier}
spec:
  replicas: 2
  strategy: {type: Recreate}
  selector: {matchLabels: {app: pier}}
  template:
    metadata:
      labels: {app: pier}
      annotations: {note: one}
    spec:
      serviceAccountName: pier
      priorityClassName: high
      nodeSelector: {kubernetes.io/os: linux}
      tolerations:
      - {key: a, operator: Exists}
      affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
      securityContext: {runAsNonRoot: true}
      imagePullSecrets:
      - name: own-secret
      terminationGracePeriodSeconds: 1000000
      containers:
      - name: pier
        image: registry.example.org:5000/harbour/pier:v1.2.3
        imagePullPolicy: IfNotPresent
        args: [--v=2, --namespace=harbour]
        env:
        - {name: MODE, value: calm}
        - {name: COUNT, value: "007"}
        - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
        - {name: WATCH_NAMESPACE, value: harbour}
        - {name: PIER_IMAGE, value: "registry.example.org:5000/harbour/pier:v1.2.3"}
        - {name: RELATED_IMAGE_CRANE, value: "quay.io/harbour/crane:v4"}
        resources: {requests: {cpu: "1", memory: 64Mi}, limits: {memory: 128Mi}}
        securityContext: {readOnlyRootFilesystem: true}
        livenessProbe: {httpGet: {path: /healthz, port: 8081}, periodSeconds: 10}
        readinessProbe: {httpGet: {path: /readyz, port: 8081}}
        volumeMounts: [{name: scratch, mountPath: /tmp}]
      - name: proxy
        image: quay.io/harbour/proxy@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
        args: [--v=2]
      initContainers:
      - name: setup
        image: busybox
      volumes:
      - {name: scratch, emptyDir: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: plain
  namespace: harbour
spec:
  selector: {matchLabels: {app: plain}}
  template:
    metadata: {labels: {app: plain}}
    spec:
      containers:
      - name: plain
        image: team/plain
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: pier
  annotations: {cert-manager.io/inject-ca-from: harbour/pier-cert}
webhooks:
- name: ships.harbour.example.org
  failurePolicy: Ignore
  timeoutSeconds: 5
  namespaceSelector: {matchLabels: {harbour: "yes"}}
  clientConfig: {service: {name: pier, namespace: harbour}}
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
  admissionReviewVersions: [v1]
  sideEffects: None
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: pier-cert, namespace: harbour}
spec:
  secretName: pier-tls
  dnsNames: [pier.harbour.svc]
  issuerRef: {name: pier}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: pier, namespace: harbour}
spec: {selector: {matchLabels: {app: pier}}, endpoints: [{port: metrics}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: pier, namespace: harbour}
spec: {podSelector: {}, policyTypes: [Ingress]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: far, namespace: roads}
data: {home: roads}
---
apiVersion: harbour.example.org/v1
kind: Berth
metadata:
  name: first
  namespace: harbour
spec:
  depth: 12
  name: "007"
  ratio: 0.5
  open: true
  power: 80%
  features: [Crane]
  mooring: {lines: 2, kind: bow}
  image: quay.io/harbour/gauge:v1
  targetNamespace: harbour
  limits: {}
`;
