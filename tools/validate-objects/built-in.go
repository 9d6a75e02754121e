// The kinds that Kubernetes itself serves, and the rules of each.
package main

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage/names"

	extensions "k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	aggregator "k8s.io/kube-aggregator/pkg/apiserver/scheme"
	"k8s.io/kube-aggregator/pkg/registry/apiservice"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	"k8s.io/kubernetes/pkg/apis/admissionregistration/validation"
	_ "k8s.io/kubernetes/pkg/controlplane"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/endpoint"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/ingressclass"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/node/runtimeclass"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
	"k8s.io/kubernetes/pkg/registry/storage/csidriver"
	"k8s.io/kubernetes/pkg/registry/storage/storageclass"
)

var apis = []*api{
	newAPI(legacyscheme.Scheme, legacyscheme.Codecs, map[schema.GroupKind]rest.RESTCreateStrategy{
		{Kind: "ConfigMap"}:             configmap.Strategy,
		{Kind: "Endpoints"}:             endpoint.Strategy,
		{Kind: "LimitRange"}:            limitrange.Strategy,
		{Kind: "Namespace"}:             namespace.Strategy,
		{Kind: "PersistentVolume"}:      persistentvolume.Strategy,
		{Kind: "PersistentVolumeClaim"}: persistentvolumeclaim.Strategy,
		{Kind: "Pod"}:                   pod.Strategy,
		{Kind: "ResourceQuota"}:         resourcequota.Strategy,
		{Kind: "Secret"}:                secret.Strategy,
		{Kind: "Service"}:               service.Strategy,
		{Kind: "ServiceAccount"}:        serviceaccount.Strategy,

		{Group: "admissionregistration.k8s.io", Kind: "MutatingWebhookConfiguration"}:     mutatingwebhookconfiguration.Strategy,
		{Group: "admissionregistration.k8s.io", Kind: "ValidatingWebhookConfiguration"}:   validatingwebhookconfiguration.Strategy,
		{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicy"}:        byRules(policyFaults),
		{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicyBinding"}: byRules(bindingFaults),

		{Group: "apps", Kind: "DaemonSet"}:                                          daemonset.Strategy,
		{Group: "apps", Kind: "Deployment"}:                                         deployment.Strategy,
		{Group: "apps", Kind: "ReplicaSet"}:                                         replicaset.Strategy,
		{Group: "apps", Kind: "StatefulSet"}:                                        statefulset.Strategy,
		{Group: "autoscaling", Kind: "HorizontalPodAutoscaler"}:                     horizontalpodautoscaler.Strategy,
		{Group: "batch", Kind: "CronJob"}:                                           cronjob.Strategy,
		{Group: "batch", Kind: "Job"}:                                               job.Strategy,
		{Group: "coordination.k8s.io", Kind: "Lease"}:                               lease.Strategy,
		{Group: "flowcontrol.apiserver.k8s.io", Kind: "FlowSchema"}:                 flowschema.Strategy,
		{Group: "flowcontrol.apiserver.k8s.io", Kind: "PriorityLevelConfiguration"}: prioritylevelconfiguration.Strategy,
		{Group: "networking.k8s.io", Kind: "Ingress"}:                               ingress.Strategy,
		{Group: "networking.k8s.io", Kind: "IngressClass"}:                          ingressclass.Strategy,
		{Group: "networking.k8s.io", Kind: "NetworkPolicy"}:                         networkpolicy.Strategy,
		{Group: "node.k8s.io", Kind: "RuntimeClass"}:                                runtimeclass.Strategy,
		{Group: "policy", Kind: "PodDisruptionBudget"}:                              poddisruptionbudget.Strategy,
		{Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"}:                   clusterrole.Strategy,
		{Group: "rbac.authorization.k8s.io", Kind: "ClusterRoleBinding"}:            clusterrolebinding.Strategy,
		{Group: "rbac.authorization.k8s.io", Kind: "Role"}:                          role.Strategy,
		{Group: "rbac.authorization.k8s.io", Kind: "RoleBinding"}:                   rolebinding.Strategy,
		{Group: "scheduling.k8s.io", Kind: "PriorityClass"}:                         priorityclass.Strategy,
		{Group: "storage.k8s.io", Kind: "CSIDriver"}:                                csidriver.Strategy,
		{Group: "storage.k8s.io", Kind: "StorageClass"}:                             storageclass.Strategy,
	}),
	newAPI(extensions.Scheme, extensions.Codecs, map[schema.GroupKind]rest.RESTCreateStrategy{
		{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition"}: customresourcedefinition.NewStrategy(extensions.Scheme),
	}),
	newAPI(aggregator.Scheme, aggregator.Codecs, map[schema.GroupKind]rest.RESTCreateStrategy{
		{Group: "apiregistration.k8s.io", Kind: "APIService"}: apiservice.NewStrategy(aggregator.Scheme),
	}),
}

// The rules of a kind whose strategy also asks who may do what, of which there is nobody here. It is not namespaced.
type byRules func(runtime.Object) field.ErrorList

func (byRules) ObjectKinds(object runtime.Object) ([]schema.GroupVersionKind, bool, error) {
	return legacyscheme.Scheme.ObjectKinds(object)
}
func (byRules) Recognizes(kind schema.GroupVersionKind) bool {
	return legacyscheme.Scheme.Recognizes(kind)
}
func (byRules) GenerateName(base string) string                  { return names.SimpleNameGenerator.GenerateName(base) }
func (byRules) NamespaceScoped() bool                            { return false }
func (byRules) PrepareForCreate(context.Context, runtime.Object) {}
func (byRules) Canonicalize(runtime.Object)                      {}
func (byRules) WarningsOnCreate(context.Context, runtime.Object) []string {
	return nil
}
func (rules byRules) Validate(_ context.Context, object runtime.Object) field.ErrorList {
	return rules(object)
}

func policyFaults(object runtime.Object) field.ErrorList {
	return validation.ValidateValidatingAdmissionPolicy(object.(*admissionregistration.ValidatingAdmissionPolicy))
}

func bindingFaults(object runtime.Object) field.ErrorList {
	return validation.ValidateValidatingAdmissionPolicyBinding(object.(*admissionregistration.ValidatingAdmissionPolicyBinding))
}
