// `npm run playground`: a proving ground (tests/e2e/README.md) to try charts on by hand, until Ctrl-C takes it down.

import { once } from "node:events";
import { fileURLToPath } from "node:url";
// Node 20 runs no TypeScript; Vite, which the tests bring, does.
import { runnerImport } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const proving = await runnerImport("./tests/support/proving-ground/proving-ground.ts", {
  root,
  configFile: false,
});
const ground = await proving.module.startProvingGround();
console.log(`A Kubernetes cluster with one node runs until Ctrl-C. In another terminal:

  export KUBECONFIG=${ground.controlPlane.kubeconfig}
  kubectl get nodes

Its logs are in ${ground.controlPlane.folder}`);
await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
await ground.stop();
