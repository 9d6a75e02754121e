// An operator whose fail-closed webhook guards the creation of its own custom resource, as harbour-lights has one: Helm 4
// cannot create both at once, two steps can, and so can a Job that waits. The webhook answers only while the operator's
// Deployment is ready.

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import { calmPatience, helmIn, patience, refused, succeeded } from "../support/proving-ground/releases.ts";
import { type ServiceNetwork, startServiceNetwork } from "../support/proving-ground/service-network.ts";
import { repositoryFolder } from "../support/repository.ts";
import { describeWith } from "../support/requirement.ts";
import { makeFolder } from "../support/temporary-folder.ts";

interface Service extends ClusterObject {
  readonly spec: { readonly clusterIP: string };
}

interface Deployment extends ClusterObject {
  readonly status?: { readonly readyReplicas?: number };
}

interface WebhookConfiguration extends ClusterObject {
  readonly webhooks: readonly { readonly clientConfig: { readonly caBundle?: string } }[];
}

const namespace = "harbour-lights";
const service = `/api/v1/namespaces/${namespace}/services/harbour-lights-webhook`;
const deployment = `/apis/apps/v1/namespaces/${namespace}/deployments/harbour-lights-operator`;
const configuration = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/harbour-lights";
const light = `/apis/harbour.example.org/v1/namespaces/${namespace}/harbourlights/north-mole`;
const keptCrd = "apiextensions.k8s.io/CustomResourceDefinition harbourlights.harbour.example.org";

/** A certificate of the webhook's service, in a folder that the caller removes: cert-manager's part. */
function makeCertificate(): string {
  const folder = makeFolder();
  const name = `harbour-lights-webhook.${namespace}.svc`;
  const files = ["-keyout", join(folder, "tls.key"), "-out", join(folder, "tls.crt")];
  const subject = ["-subj", "/CN=webhook", "-addext", `subjectAltName=DNS:${name}`, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject], {
    stdio: "ignore",
  });
  return folder;
}

const openssl = {
  name: "openssl",
  missing: spawnSync("openssl", ["version"]).status === 0 ? undefined : "put openssl on the PATH",
  requiredInCi: true,
};

describeWithProvingGround("harbour-lights, whose webhook guards its own custom resource", () => {
  for (const layout of ["crds-and-main", "post-install-cr"] as const) {
    describeWithEachHelm(`as ${layout}`, (helm) => {
      describeLife({ layout, strategy: "job", operator: "harbour-lights" }, helm, () =>
        describeWith(openssl, "with a webhook that is reached", () => {
          let ground: ProvingGround;
          let network: ServiceNetwork;
          let webhook: Server;
          let charts: CompiledCharts;
          let before: ClusterContent;
          let injector: NodeJS.Timeout;
          let certificate: string | undefined;
          let asked = 0;

          beforeAll(async () => {
            const folder = makeCertificate();
            certificate = folder;
            const [key, cert] = ["tls.key", "tls.crt"].map((name) => readFileSync(join(folder, name)));
            if (!key || !cert) throw new Error("openssl made no certificate");
            webhook = createServer({ key, cert }, (request, response) => {
              const chunks: Buffer[] = [];
              request.on("data", (chunk: Buffer) => chunks.push(chunk));
              request.on("end", () => {
                asked += 1;
                const { uid } = JSON.parse(Buffer.concat(chunks).toString("utf8")).request;
                response.writeHead(200, { "content-type": "application/json", connection: "close" });
                response.end(
                  JSON.stringify({
                    apiVersion: "admission.k8s.io/v1",
                    kind: "AdmissionReview",
                    response: { uid, allowed: true },
                  }),
                );
              });
            });
            await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
            network = await startServiceNetwork(async (host) => {
              const address = (await ground.api.get<Service>(service))?.spec.clusterIP;
              const isReady = (await ground.api.get<Deployment>(deployment))?.status?.readyReplicas;
              return host === address && isReady ? (webhook.address() as AddressInfo).port : undefined;
            });
            ground = await startProvingGround({ clusterProxy: network.socket });
            succeeded(
              await ground.kubectl(["apply", "-f", join(repositoryFolder, "tests/e2e/foreign-apis.yaml")]),
            );
            succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
            succeeded(await ground.kubectl(["create", "namespace", namespace]));
            const secret = [
              "create",
              "secret",
              "tls",
              "harbour-lights-webhook-tls",
              "--namespace",
              namespace,
            ];
            const files = [`--key=${folder}/tls.key`, `--cert=${folder}/tls.crt`];
            succeeded(await ground.kubectl([...secret, ...files]));
            // As cert-manager's injector does, as soon as there is something to inject into.
            injector = setInterval(async () => {
              const found = await ground.api.get<WebhookConfiguration>(configuration).catch(() => undefined);
              if (!found || found.webhooks.every(({ clientConfig }) => clientConfig.caBundle)) return;
              const webhooks = found.webhooks.map((one) => ({
                ...one,
                clientConfig: { ...one.clientConfig, caBundle: cert.toString("base64") },
              }));
              await ground.api
                .merge(`${configuration}?fieldManager=cainjector`, { webhooks })
                .catch(() => undefined);
            }, 100);
            const sources = [join(repositoryFolder, "examples/harbour-lights/release")];
            charts = await compileCharts(join(ground.controlPlane.folder, "charts"), sources, {
              name: "harbour-lights",
              layout,
            });
            before = await listEverything(ground.api);
          });
          afterAll(async () => {
            clearInterval(injector);
            await ground?.stop();
            network?.stop();
            webhook?.closeAllConnections();
            webhook?.close();
            if (certificate) rmSync(certificate, { recursive: true, force: true });
          });

          const run = helmIn(() => ground, helm, namespace);
          const chart = (name: string): string => charts.chart(name);
          const create = "--set=customResource.create=true";
          const wait = ["--wait", "--timeout=2m"];
          const leaves = (...added: readonly string[]) =>
            expect
              .poll(async () => compareContent(before, await listEverything(ground.api)), calmPatience)
              .toEqual({ added, removed: [], changed: [] });

          if (layout === "crds-and-main") {
            test("Helm 4 cannot create it together with the operator, as the compiler says", async () => {
              succeeded(await run("install", "harbour-lights-crd", chart("harbour-lights-crd")));
              const both = await run("install", "harbour-lights", chart("harbour-lights"), create);
              if (helm.major === "4") {
                expect(refused(both)).toContain('failed calling webhook "harbourlights.harbour.example.org"');
                expect(await ground.api.get(light)).toBeUndefined();
              } else {
                // Helm 3 creates webhook configurations last, and so without a guard.
                succeeded(both);
              }
              succeeded(await run("uninstall", "harbour-lights"));
              expect(await ground.api.get(light)).toBeUndefined();
              await expect.poll(() => ground.api.get(deployment), patience).toBeUndefined();
            });

            test("the two steps of the README do, and the webhook has its say", async () => {
              succeeded(await run("install", "harbour-lights", chart("harbour-lights"), ...wait));
              expect(await ground.api.get(light)).toBeUndefined();
              const flags = ["--reset-then-reuse-values", create];
              succeeded(await run("upgrade", "harbour-lights", chart("harbour-lights"), ...flags));
              expect(await ground.api.get(light)).toMatchObject({ spec: { colour: "green" } });
              expect(asked).toBeGreaterThan(0);
            });
          } else {
            test("one step does: the Job waits until the webhook answers, which has its say", async () => {
              succeeded(await run("install", "harbour-lights", chart("harbour-lights")));
              expect(await ground.api.get(light)).toMatchObject({ spec: { colour: "green" } });
              expect(asked).toBeGreaterThan(0);
            });
          }

          test("an upgrade changes it, past the webhook", async () => {
            const flags = ["--reset-then-reuse-values", "--set=harbourLight.colour=red"];
            succeeded(await run("upgrade", "harbour-lights", chart("harbour-lights"), ...flags));
            expect(await ground.api.get(light)).toMatchObject({ spec: { colour: "red" } });
          });

          test("and the uninstall leaves the CRD and nothing else", async () => {
            succeeded(await run("uninstall", "harbour-lights"));
            if (layout === "crds-and-main") succeeded(await run("uninstall", "harbour-lights-crd"));
            await leaves(keptCrd);
          });
        }),
      );
    });
  }
});
