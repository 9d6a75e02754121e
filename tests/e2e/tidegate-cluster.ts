// A proving ground on which the example operator tidegate can be installed: what it expects of others is there, and its
// stand-in waits for the Deployment.

import { join } from "node:path";
import { type OperatorStandIn, startOperator } from "../support/proving-ground/operator-stand-in.ts";
import { type ProvingGround, startProvingGround } from "../support/proving-ground/proving-ground.ts";
import { type ReportingResource, succeeded } from "../support/proving-ground/releases.ts";
import { releaseFolder, repositoryFolder } from "../support/repository.ts";

/** The custom resource of the example. */
export interface TideGate extends ReportingResource {
  readonly spec: {
    readonly flow: { readonly limit: string };
    readonly nodePlacement: { readonly tolerations?: readonly unknown[] };
  };
}

/** A cluster for tidegate. */
export interface TidegateCluster {
  readonly ground: ProvingGround;
  readonly operator: OperatorStandIn;
  stop(): Promise<void>;
}

/** The manifests that tidegate publishes. */
export const tidegateManifests: readonly string[] = ["operator", "cr"].map((part) =>
  join(releaseFolder("tidegate"), `tidegate-${part}.yaml`),
);
export const gateCollection = "/apis/tidegate.example.org/v1/tidegates";
export const tidegateCrds: readonly string[] = ["springtides", "tidegates"].map(
  (plural) => `${plural}.tidegate.example.org`,
);
/** What the charts leave in the cluster on purpose, as `compareContent` names it. */
export const keptCrds: readonly string[] = tidegateCrds.map(
  (name) => `apiextensions.k8s.io/CustomResourceDefinition ${name}`,
);
/** The longest names that Kubernetes and Helm take. */
export const longestNamespace: string = `gate-${"n".repeat(58)}`;
export const longestRelease: string = `tidegate-${"r".repeat(44)}`;
/** What the operator answers while there are spring tides. */
export const tidegateRefusal =
  "There are still spring tides; let them run out, or delete them, before the gate goes.";

/** Starts a cluster with a namespace for tidegate in it. */
export async function startTidegateCluster(namespace: string): Promise<TidegateCluster> {
  const ground = await startProvingGround();
  succeeded(await ground.kubectl(["apply", "-f", join(repositoryFolder, "tests/e2e/foreign-apis.yaml")]));
  succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
  succeeded(await ground.kubectl(["create", "namespace", namespace]));
  // In place of cert-manager.
  const secret = ["create", "secret", "generic", "tidegate-webhook-tls", "--from-literal=tls.crt=none"];
  succeeded(await ground.kubectl([...secret, "--namespace", namespace]));
  const operator = await startOperator(ground.controlPlane, {
    resource: { group: "tidegate.example.org", version: "v1", plural: "tidegates" },
    deployment: { namespace, name: "tidegate-controller" },
    finalizer: "tidegate.example.org/open",
    defaults: { nodePlacement: { tolerations: [{ operator: "Exists" }] } },
    finalizationMilliseconds: 1000,
    guard: {
      name: "tidegate-open",
      workloads: { group: "tidegate.example.org", version: "v1alpha1", plural: "springtides" },
      message: tidegateRefusal,
    },
    // Tidegate itself has no webhook on its gates, and no right to make one.
    extraRights: {
      serviceAccount: "tidegate-controller",
      rules: [
        {
          apiGroups: ["admissionregistration.k8s.io"],
          resources: ["validatingwebhookconfigurations"],
          verbs: ["get", "create", "delete"],
        },
      ],
    },
  });
  return {
    ground,
    operator,
    stop: async () => {
      await operator.stop();
      await ground.stop();
    },
  };
}

/** A second custom resource, which no release made. */
export const secondGate = `
apiVersion: tidegate.example.org/v1
kind: TideGate
metadata: {name: by-hand}
spec: {flow: {limit: 10%, reference: 10000}}
`;
