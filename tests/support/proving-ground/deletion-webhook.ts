// The webhook with which an operator refuses to let its custom resource go while there is still work, as KubeVirt does
// for `uninstallStrategy: BlockUninstallIfWorkloadsExist`. It is fail-closed, and answers only while the operator runs.

import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ControlPlane } from "../control-plane.ts";
import { type ApiResource, type ClusterObject, type KubernetesApi, resourcePath } from "./kubernetes-api.ts";
import type { Operand } from "./operands.ts";

/** When a deletion is refused, and how. */
export interface DeletionGuard {
  /** The name of the webhook configuration. */
  readonly name: string;
  /** The resource whose objects are the work: while there is one, no custom resource may go. */
  readonly workloads: ApiResource;
  /** What the user reads. */
  readonly message: string;
  /** Whether this custom resource is guarded at all; all are where this is missing. */
  readonly isGuarded?: (customResource: ClusterObject) => boolean;
}

/** A running webhook. */
export interface DeletionWebhook {
  /** What makes the API server ask it. */
  readonly configuration: Operand;
  stop(): void;
}

interface AdmissionReview {
  readonly request: { readonly uid: string; readonly oldObject: ClusterObject };
}

/** Serves the webhook on loopback; `operator` is the operator's own access to the API, undefined while it does not run. */
export async function serveDeletionWebhook(
  controlPlane: ControlPlane,
  resource: ApiResource,
  guard: DeletionGuard,
  operator: () => KubernetesApi | undefined,
): Promise<DeletionWebhook> {
  // The API server made itself a certificate for loopback, which does for another server there.
  const cert = readFileSync(controlPlane.access.certificateFile);
  const key = readFileSync(join(controlPlane.folder, "apiserver.key"));
  const server = createServer({ key, cert }, (asked, response) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.on("end", async () => {
      const api = operator();
      // Nobody would listen.
      if (api === undefined) return void asked.socket.destroy();
      const { request } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as AdmissionReview;
      const refusal = await refusalOf(api, guard, request.oldObject);
      response.writeHead(200, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify(answer(request.uid, refusal)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    configuration: {
      path: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
      object: configurationObject(guard.name, resource, port, cert),
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Why the custom resource may not go; also when the operator is not allowed to look. */
async function refusalOf(
  api: KubernetesApi,
  { workloads, message, isGuarded }: DeletionGuard,
  customResource: ClusterObject,
): Promise<string | undefined> {
  if (isGuarded && !isGuarded(customResource)) return undefined;
  try {
    return (await api.list(resourcePath(workloads))).length > 0 ? message : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function answer(uid: string, refusal: string | undefined): object {
  const status =
    refusal === undefined ? {} : { status: { code: 400, reason: "BadRequest", message: refusal } };
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, allowed: refusal === undefined, ...status },
  };
}

function configurationObject(
  name: string,
  { group, version, plural }: ApiResource,
  port: number,
  certificate: Buffer,
): Operand["object"] {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: `${plural}.${group}`,
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Fail",
        timeoutSeconds: 5,
        clientConfig: {
          url: `https://127.0.0.1:${port}/`,
          caBundle: certificate.toString("base64"),
        },
        rules: [{ apiGroups: [group], apiVersions: [version], operations: ["DELETE"], resources: [plural] }],
      },
    ],
  };
}
