// Brings a cluster to a stream of manifests as Argo CD does: with the engine of Argo CD itself, which knows phases, waves,
// hooks (Helm's too) and pruning. The controller around it is left out: no Application, no repository, no deletion of one.
//
//	gitops-engine -app NAME -namespace NAMESPACE [-timeout 3m] < manifests.yaml
//
// What is in the stream is applied, what carries the application's tracking id and is not in it is pruned. Prints one line
// for each object that was synced or pruned; exits with 1 when the sync failed.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/argoproj/gitops-engine/pkg/cache"
	"github.com/argoproj/gitops-engine/pkg/diff"
	"github.com/argoproj/gitops-engine/pkg/sync"
	"github.com/argoproj/gitops-engine/pkg/sync/common"
	"github.com/argoproj/gitops-engine/pkg/utils/kube"
	"github.com/argoproj/gitops-engine/pkg/utils/tracing"
	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const trackingID = "argocd.argoproj.io/tracking-id"

// What the cache keeps of each live object: the application that tracks it.
type tracked struct{ app string }

func main() {
	app := flag.String("app", "", "name of the application")
	namespace := flag.String("namespace", "default", "where objects without a namespace go")
	timeout := flag.Duration("timeout", 3*time.Minute, "how long hooks and waves may take")
	flag.Parse()
	if err := run(*app, *namespace, *timeout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(app, namespace string, timeout time.Duration) error {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	objects, err := kube.SplitYAML(text)
	if err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	config.QPS, config.Burst, config.WarningHandler = 100, 200, rest.NoWarnings{}
	for _, object := range objects {
		track(object, app, namespace)
	}
	live := cache.NewClusterCache(config,
		cache.SetLogr(logr.Discard()),
		cache.SetPopulateResourceInfoHandler(func(object *unstructured.Unstructured, _ bool) (any, bool) {
			owner, _, _ := strings.Cut(object.GetAnnotations()[trackingID], ":")
			return &tracked{app: owner}, owner != ""
		}))
	if err := live.EnsureSynced(); err != nil {
		return err
	}
	isManaged := func(resource *cache.Resource) bool {
		info, ok := resource.Info.(*tracked)
		return ok && info.app == app
	}
	state := operation{phase: common.OperationRunning, startedAt: metav1.Now()}
	for deadline := time.Now().Add(timeout); !state.phase.Completed(); time.Sleep(500 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("not done in %s: %s", timeout, state.message)
		}
		if err := state.step(config, live, objects, isManaged, namespace); err != nil {
			return err
		}
	}
	for _, result := range state.results {
		outcome := string(result.Status)
		if result.HookType != "" {
			outcome = fmt.Sprintf("%s hook %s", result.HookType, result.HookPhase)
		}
		fmt.Printf("%s: %s: %s\n", result.ResourceKey, outcome, result.Message)
	}
	if !state.phase.Successful() {
		return fmt.Errorf("%s: %s", state.phase, state.message)
	}
	return nil
}

// What is known of a sync between two looks at the cluster.
type operation struct {
	phase     common.OperationPhase
	message   string
	results   []common.ResourceSyncResult
	startedAt metav1.Time
	// Decided at the first look: hooks run only where something differs.
	skipHooks *bool
}

// Goes as far as the cluster lets it, as Argo CD's controller does each time that something has changed.
func (o *operation) step(config *rest.Config, live cache.ClusterCache, objects []*unstructured.Unstructured,
	isManaged func(*cache.Resource) bool, namespace string) error {
	managed, err := live.GetManagedLiveObjs(objects, isManaged)
	if err != nil {
		return err
	}
	pairs := sync.Reconcile(objects, managed, namespace, live)
	if o.skipHooks == nil {
		differences, err := diff.DiffArray(pairs.Target, pairs.Live, diff.WithLogr(logr.Discard()))
		if err != nil {
			return err
		}
		same := !differences.Modified
		o.skipHooks = &same
	}
	kubectl := &kube.KubectlCmd{Log: logr.Discard(), Tracer: tracing.NopTracer{}}
	context, cleanup, err := sync.NewSyncContext("", pairs, config, config, kubectl, namespace, live.GetOpenAPISchema(),
		sync.WithPrune(true), sync.WithSkipHooks(*o.skipHooks), sync.WithLogr(logr.Discard()),
		sync.WithServerSideApplyManager("argocd-controller"),
		sync.WithInitialState(o.phase, o.message, o.results, o.startedAt))
	if err != nil {
		return err
	}
	defer cleanup()
	context.Sync()
	o.phase, o.message, o.results = context.GetState()
	return nil
}

// Marks an object as Argo CD does, which knows by that what is its own.
func track(object *unstructured.Unstructured, app, namespace string) {
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	place := object.GetNamespace()
	if place == "" {
		place = namespace
	}
	kind := object.GroupVersionKind()
	annotations[trackingID] = fmt.Sprintf("%s:%s/%s:%s/%s", app, kind.Group, kind.Kind, place, object.GetName())
	object.SetAnnotations(annotations)
}
