// CRDs that were deleted and stay. The API server's finalizer lists the custom resources first; while the storage of a kind
// that is some seconds old still starts, the list fails ("storage is (re)initializing"), the finalizer tries again with the
// CRD as it was before its own note of the failure, and takes the conflict for somebody else's change that will call it
// again. Its own notes do not, so that only the next resync does, up to five minutes later (apiextensions-apiserver,
// pkg/controller/finalizer/crd_finalizer.go, up to v0.37 at least). Any other change of the CRD calls it at once.
import { type ClusterObject, isRefusal, type KubernetesApi } from "./kubernetes-api.ts";

const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const patienceMilliseconds = 8000;

/** Changes an annotation of each CRD that was deleted some seconds ago, so that the API server looks at it again. */
export async function wakeCrdFinalizer(api: KubernetesApi): Promise<void> {
  for (const { metadata } of await api.list<ClusterObject>(path)) {
    const { name, deletionTimestamp } = metadata;
    if (deletionTimestamp === undefined) continue;
    if (Date.now() - Date.parse(deletionTimestamp) < patienceMilliseconds) continue;
    const annotations = { "chartwright/looked-at": new Date().toISOString() };
    try {
      await api.merge(`${path}/${name}`, { metadata: { annotations } });
    } catch (error) {
      // It went in between.
      if (!isRefusal(error)) throw error;
    }
  }
}
