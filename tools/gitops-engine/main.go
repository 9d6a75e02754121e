// Brings a cluster to a stream of manifests as Argo CD does: with the engine of Argo CD itself, which knows phases, waves,
// hooks (Helm's too) and pruning. The controller around it is left out: no Application, no repository, no deletion of one.
//
//	gitops-engine -app NAME -namespace NAMESPACE [-timeout 3m] < manifests.yaml
//
// What is in the stream is applied, what carries the application's tracking id and is not in it is pruned. Prints one line
// for each object that was synced or pruned; exits with 1 when the sync failed.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/argoproj/gitops-engine/pkg/cache"
	"github.com/argoproj/gitops-engine/pkg/engine"
	"github.com/argoproj/gitops-engine/pkg/sync"
	"github.com/argoproj/gitops-engine/pkg/sync/common"
	"github.com/argoproj/gitops-engine/pkg/utils/kube"
	"github.com/go-logr/logr"
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
	gitops := engine.NewEngine(config, live, engine.WithLogr(logr.Discard()))
	stop, err := gitops.Run()
	if err != nil {
		return err
	}
	defer stop()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	isManaged := func(resource *cache.Resource) bool {
		info, ok := resource.Info.(*tracked)
		return ok && info.app == app
	}
	results, err := gitops.Sync(ctx, objects, isManaged, "", namespace,
		sync.WithPrune(true), sync.WithServerSideApplyManager("argocd-controller"), sync.WithLogr(logr.Discard()))
	failed := 0
	for _, result := range results {
		state := string(result.Status)
		if result.HookType != "" {
			state = fmt.Sprintf("%s hook %s", result.HookType, result.HookPhase)
		}
		if result.Status == common.ResultCodeSyncFailed || result.HookPhase.Failed() {
			failed++
		}
		fmt.Printf("%s: %s: %s\n", result.ResourceKey, state, result.Message)
	}
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d objects failed", failed)
	}
	return err
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
