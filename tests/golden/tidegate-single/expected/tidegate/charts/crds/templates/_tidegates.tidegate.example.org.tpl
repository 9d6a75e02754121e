{{- define "tidegate.crds.tidegates.tidegate.example.org" }}
# ---------------------------------------------------------------------------------------------------------------
# Custom resource definitions
# ---------------------------------------------------------------------------------------------------------------
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tidegates.tidegate.example.org
  labels:
    app.kubernetes.io/name: tidegate
  annotations:
    # cert-manager fills in spec.conversion.webhook.clientConfig.caBundle.
    cert-manager.io/inject-ca-from: {{ include "tidegate.crds.namespace" . }}/tidegate-webhook
spec:
  group: tidegate.example.org
  names:
    kind: TideGate
    listKind: TideGateList
    plural: tidegates
    singular: tidegate
    shortNames: [tg]
    categories: [tides]
  # Cluster-scoped: a gate stands in front of nodes, and nodes have no namespace. Two gates of one name in two
  # namespaces would fight over the same network interface.
  scope: Cluster
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions:
      - v1
      clientConfig:
        service:
          name: tidegate-webhook
          namespace: {{ include "tidegate.crds.namespace" . | quote }}
          path: /convert
          port: 443
  versions:
  # Kept for those who still have v1alpha1 files in their repositories. Goes away with v1.0.0.
  - name: v1alpha1
    served: true
    storage: false
    deprecated: true
    deprecationWarning: "tidegate.example.org/v1alpha1 TideGate is deprecated; use tidegate.example.org/v1"
    subresources:
      status: {}
    additionalPrinterColumns:
    - name: Limit
      type: integer
      jsonPath: .spec.limitMbit
    - name: Age
      type: date
      jsonPath: .metadata.creationTimestamp
    schema:
      openAPIV3Schema:
        description: TideGate holds back what a group of nodes sends out, and lets it go at low tide.
        type: object
        required:
        - spec
        properties:
          apiVersion:
            type: string
          kind:
            type: string
          metadata:
            type: object
          spec:
            type: object
            required:
            - limitMbit
            properties:
              limitMbit:
                description: Megabits per second that all nodes of the gate may send together.
                type: integer
                format: int32
                minimum: 1
              ebb:
                description: 'Times of low tide, each written as "Mon 22:00-06:00".'
                type: array
                maxItems: 28
                items:
                  type: string
                  maxLength: 16
                  pattern: ^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9]$
              nodeSelector:
                type: object
                additionalProperties:
                  type: string
          status:
            type: object
            x-kubernetes-preserve-unknown-fields: true
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    additionalPrinterColumns:
    - name: Class
      type: string
      jsonPath: .spec.trafficClass
    - name: Limit
      type: string
      jsonPath: .spec.flow.limit
    - name: Tide
      type: string
      description: 'The "phase" of the gate: Flood (closed), Ebb (open) or Slack (no agent answers).'
      jsonPath: .status.phase
    - name: Ready
      type: string
      priority: 1
      jsonPath: .status.conditions[?(@.type=='Ready')].status
    - name: Age
      type: date
      jsonPath: .metadata.creationTimestamp
    schema:
      openAPIV3Schema:
        description: |-
          TideGate holds back what a group of nodes sends out, and lets it go at low tide.

          Every text field that is marked as a template knows `.Gate`, `.Node` and `.Time`; write
          `{{ "{{" }} .Gate }}` for the name of the gate and `{{ "{{" }} "{{ "{{" }}" }}` for two opening braces.
        type: object
        required:
        - spec
        properties:
          apiVersion:
            description: Version of the schema that this object is written in.
            type: string
          kind:
            description: Always TideGate.
            type: string
          metadata:
            type: object
          spec:
            description: What the gate shall do.
            type: object
            required:
            - flow
            properties:
              trafficClass:
                description: |-
                  Which packets the gate looks at:
                    bulk         backups, image pulls, replication
                    background   everything that no user waits for
                    interactive  the rest; think twice
                  Cannot be changed later: the agents would have to forget what they have counted.
                type: string
                enum:
                - bulk
                - background
                - interactive
                default: bulk
                x-kubernetes-validations:
                - rule: self == oldSelf
                  message: trafficClass cannot be changed; make a second gate
                  reason: FieldValueForbidden
              flow:
                description: How much may pass while the gate is closed.
                type: object
                required:
                - limit
                properties:
                  limit:
                    description: >-
                      Megabits per second as a number (`250`), with a unit ("2.5Gbit"),
                      or a share of `reference` ("40%"). Not a template: `{{ "{{" }} .Values.braces }}`
                      is refused here.
                    anyOf:
                    - type: integer
                    - type: string
                    pattern: ^[0-9]+(\.[0-9]+)?(%|[kMG]bit)?$
                    x-kubernetes-int-or-string: true
                  reference:
                    description: Megabits per second that count as 100%; needed where `limit` is a share.
                    type: integer
                    format: int64
                    minimum: 1
                  burst:
                    description: Bytes that may pass at once before the limit is felt.
                    type: integer
                    format: int64
                    minimum: 0
                    maximum: 4294967296
                    multipleOf: 512
                    default: 1048576
                  window:
                    description: Time over which the limit is measured, for example 500ms or 1m30s.
                    type: string
                    format: duration
                    default: 30s
                    x-kubernetes-validations:
                    - rule: self >= duration('100ms') && self <= duration('1h')
                      message: "window must lie between 100ms and 1h"
                  fairness:
                    description: >
                      0 (not allowed) would serve the loudest sender only, 1 gives every Pod the same share.

                      Most clusters are happy with the default.
                    type: number
                    minimum: 0
                    exclusiveMinimum: true
                    maximum: 1
                    default: 0.75
                x-kubernetes-validations:
                - rule: "type(self.limit) != string || !self.limit.endsWith('%') || has(self.reference)"
                  message: 'a limit in percent needs "reference"'
                  fieldPath: .reference
              schedule:
                description: When the gate stands open. Without a schedule it never does.
                type: object
                nullable: true
                properties:
                  timeZone:
                    description: Name of a time zone from the IANA database; "Local" is not one.
                    type: string
                    maxLength: 64
                    default: Etc/UTC
                    not:
                      enum:
                      - Local
                      - ""
                  ebb:
                    description: "Times of low tide. An entry that ends \"earlier\" than it starts runs past midnight."
                    type: array
                    maxItems: 28
                    items:
                      type: object
                      required:
                      - "on"
                      - start
                      - end
                      properties:
                        # Quoted here and in your files: a bare on is a boolean.
                        "on":
                          description: Day of the week on which the entry starts.
                          type: string
                          enum: [Mon, Tue, Wed, Thu, Fri, Sat, Sun]
                        start:
                          description: Time of day, `HH:MM`.
                          type: string
                          maxLength: 5
                          pattern: ^([01][0-9]|2[0-3]):[0-5][0-9]$
                        end:
                          description: Time of day, `HH:MM`.
                          type: string
                          maxLength: 5
                          pattern: ^([01][0-9]|2[0-3]):[0-5][0-9]$
                      x-kubernetes-validations:
                      - rule: self.start != self.end
                        message: start and end must differ
                        messageExpression: "'start and end must differ, both are ' + self.start"
                    x-kubernetes-list-type: map
                    x-kubernetes-list-map-keys:
                    - "on"
                    - start
              ports:
                description: Ports that the gate stands in front of; none means all.
                type: array
                maxItems: 64
                items:
                  type: object
                  required:
                  - port
                  properties:
                    port:
                      type: integer
                      format: int32
                      minimum: 1
                      maximum: 65535
                    protocol:
                      description: 'Transport protocol; "TCP" where nothing is said.'
                      type: string
                      enum:
                      - TCP
                      - UDP
                      - SCTP
                      default: TCP
                    comment:
                      description: |
                        For people. May hold anything, also `backticks`, 'single' and "double" quotes,
                        a back\slash and ${SHELL_LIKE} or {{ "{{" }} mustache_like }} text.
                      type: string
                      maxLength: 200
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys:
                - port
                - protocol
              nodePlacement:
                description: The nodes that the gate is for, and where its gauge runs.
                type: object
                properties:
                  nodeSelector:
                    description: Labels that a node must have.
                    type: object
                    additionalProperties:
                      type: string
                    x-kubernetes-map-type: atomic
                  tolerations:
                    description: Taints that the gauge puts up with.
                    type: array
                    items:
                      type: object
                      properties:
                        key:
                          type: string
                        operator:
                          type: string
                          enum:
                          - Exists
                          - Equal
                        value:
                          type: string
                        effect:
                          type: string
                          enum:
                          - NoSchedule
                          - PreferNoSchedule
                          - NoExecute
                        tolerationSeconds:
                          type: integer
                          format: int64
                    x-kubernetes-list-type: atomic
                  affinity:
                    description: As in a Pod; only these two parts are looked at.
                    type: object
                    properties:
                      nodeAffinity:
                        type: object
                        properties:
                          requiredDuringSchedulingIgnoredDuringExecution:
                            type: object
                            required:
                            - nodeSelectorTerms
                            properties:
                              nodeSelectorTerms:
                                type: array
                                items:
                                  type: object
                                  properties:
                                    matchExpressions:
                                      type: array
                                      items:
                                        type: object
                                        required:
                                        - key
                                        - operator
                                        properties:
                                          key:
                                            type: string
                                          operator:
                                            description: One of `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt`, `Lt`.
                                            type: string
                                          values:
                                            type: array
                                            items:
                                              type: string
                                            x-kubernetes-list-type: atomic
                                      x-kubernetes-list-type: atomic
                                  x-kubernetes-map-type: atomic
                                x-kubernetes-list-type: atomic
                            x-kubernetes-map-type: atomic
                      podAntiAffinity:
                        description: Passed to the gauge's Pod as it is.
                        type: object
                        x-kubernetes-preserve-unknown-fields: true
              gauge:
                description: The small meter that Tidegate runs once per gate.
                type: object
                properties:
                  image:
                    description: Image of the gauge. Use a mirror's name where nodes cannot reach the public registry.
                    type: string
                    minLength: 1
                    maxLength: 512
                  replicas:
                    type: integer
                    format: int32
                    minimum: 0
                    maximum: 3
                    default: 1
                  annotations:
                    description: Put on the gauge's Pod.
                    type: object
                    additionalProperties:
                      type: string
                  resources:
                    description: What the gauge asks for and may use.
                    type: object
                    properties:
                      claims:
                        type: array
                        items:
                          type: object
                          required:
                          - name
                          properties:
                            name:
                              type: string
                        x-kubernetes-list-type: map
                        x-kubernetes-list-map-keys:
                        - name
                      limits:
                        type: object
                        additionalProperties:
                          anyOf:
                          - type: integer
                          - type: string
                          pattern: ^[0-9]+(\.[0-9]+)?(m|[kMGT]i?)?$
                          x-kubernetes-int-or-string: true
                      requests:
                        type: object
                        additionalProperties:
                          anyOf:
                          - type: integer
                          - type: string
                          pattern: ^[0-9]+(\.[0-9]+)?(m|[kMGT]i?)?$
                          x-kubernetes-int-or-string: true
                  logFormat:
                    description: "A template for one line of the log, such as `{{ "{{" }} .Time }} \"{{ "{{" }} .Gate }}\"`."
                    type: string
                    maxLength: 200
                    default: "{{ "{{" }} .Time }} {{ "{{" }} .Gate }}: {{ "{{" }} .Message }}"
              agent:
                description: Settings of the agents on the nodes of this gate.
                type: object
                properties:
                  dryRun:
                    description: Count, but hold nothing back.
                    type: boolean
                    default: true
                  logLevel:
                    description: 0 tells of errors only, 9 of every packet.
                    type: integer
                    format: int32
                    minimum: 0
                    maximum: 9
                    default: 2
                  tuning:
                    description: >-
                      Knobs of the shaper, by name. Numbers and texts are both fine: the agent reads
                      `"64"` and 64 alike.
                    type: object
                    additionalProperties:
                      x-kubernetes-int-or-string: true
                  excludedInterfaces:
                    type: array
                    maxItems: 32
                    items:
                      type: string
                      maxLength: 15
                    x-kubernetes-list-type: set
              report:
                description: 'Where the gate reports its counts: either a URL or a Service, not both.'
                type: object
                oneOf:
                - required: [url]
                - required: [service]
                properties:
                  url:
                    type: string
                    maxLength: 256
                    pattern: ^https?://
                  service:
                    type: object
                    required: [name, namespace]
                    properties:
                      name:
                        type: string
                      namespace:
                        type: string
                      port:
                        description: Number or name of the Service's port.
                        x-kubernetes-int-or-string: true
                        default: 443
              notes:
                description: Free text by topic, copied to the gate's dashboard.
                type: object
                maxProperties: 16
                additionalProperties:
                  type: string
                  maxLength: 1024
              featureGates:
                description: Names of features that are switched on before they are on for everybody.
                type: array
                maxItems: 16
                items:
                  type: string
                  maxLength: 63
                  pattern: ^[A-Z][A-Za-z0-9]*$
                x-kubernetes-list-type: set
              companion:
                description: An object that lives and dies with the gate, for example a ConfigMap with a dashboard.
                type: object
                x-kubernetes-embedded-resource: true
                x-kubernetes-preserve-unknown-fields: true
              overrides:
                description: Handed to the agents as JSON, for what has no field yet. Not checked.
                type: object
                x-kubernetes-preserve-unknown-fields: true
            x-kubernetes-validations:
            - rule: "!has(self.schedule) || self.trafficClass != 'interactive'"
              message: a gate for interactive traffic takes no schedule
          status:
            description: What the agents have seen last. Written by the controller.
            type: object
            properties:
              observedGeneration:
                type: integer
                format: int64
              phase:
                type: string
                enum:
                - Flood
                - Ebb
                - Slack
              lastTurn:
                type: string
                format: date-time
              conditions:
                type: array
                items:
                  type: object
                  required:
                  - type
                  - status
                  properties:
                    type:
                      type: string
                      maxLength: 63
                    status:
                      type: string
                      enum:
                      - "True"
                      - "False"
                      - Unknown
                    reason:
                      type: string
                      maxLength: 128
                    message:
                      type: string
                      maxLength: 4096
                    lastTransitionTime:
                      type: string
                      format: date-time
                    observedGeneration:
                      type: integer
                      format: int64
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys:
                - type
        x-kubernetes-validations:
        # The name ends up in an interface alias, and those are short.
        - rule: self.metadata.name.size() <= 40
          message: the name of a gate has at most 40 characters
{{- end }}
