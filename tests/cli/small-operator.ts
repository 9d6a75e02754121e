// An operator as small as one can be, for tests of the command line.

export const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tides.example.org
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Tide, plural: tides, singular: tide, listKind: TideList}
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
              properties:
                level: {type: integer}
`;

export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: tide-operator
  namespace: tide-system
spec:
  selector:
    matchLabels: {app: tide}
  template:
    metadata:
      labels: {app: tide}
    spec:
      serviceAccountName: tide-operator
      containers:
        - name: manager
          image: registry.example.org/tide:v1.2.3
`;

export const serviceAccount = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: tide-operator
  namespace: tide-system
`;

export const customResource = `apiVersion: example.org/v1
kind: Tide
metadata:
  name: tide
  namespace: tide-system
spec:
  level: 3
`;

/** All but the CR. */
export const operator: string = [crd, serviceAccount, deployment].join("---\n");

export const project = `apiVersion: chartwright/v1
kind: ChartProject
name: tide
sources:
  - path: operator.yaml
  - path: cr.yaml
`;
