// Which webhooks are asked about a request, by the server's own dispatch of webhooks: selectors, rules and equivalent
// versions. Conditions are not evaluated: a webhook with some is asked.
package main

import (
	"context"
	"encoding/json"
	"fmt"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/webhook"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/generic"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/client-go/informers"
	defaults "k8s.io/kubernetes/pkg/apis/admissionregistration/v1"

	webhookutil "k8s.io/apiserver/pkg/util/webhook"
)

// What is asked of webhooks. Served are the resources of the server, with all their versions.
type webhookQuestions struct {
	Webhooks   []json.RawMessage            `json:"webhooks"`
	Served     []servedResource             `json:"served"`
	Namespaces map[string]map[string]string `json:"namespaces"`
	Writes     []write                      `json:"writes"`
}

type servedResource struct {
	Group    string   `json:"group"`
	Versions []string `json:"versions"`
	Resource string   `json:"resource"`
	// The subresources, "" for the resource itself.
	Subresources []string `json:"subresources"`
}

// Somebody writes an object, or a part of it.
type write struct {
	Operation string            `json:"operation"`
	Group     string            `json:"group"`
	Version   string            `json:"version"`
	Resource  string            `json:"resource"`
	Sub       string            `json:"subresource"`
	Namespace string            `json:"namespace"`
	Labels    map[string]string `json:"labels"`
}

// For each webhook, whether it is asked about each write.
func (q webhookQuestions) answer() ([][]bool, error) {
	dispatch, err := newDispatch(q.Namespaces)
	if err != nil {
		return nil, err
	}
	mapper := runtime.NewEquivalentResourceRegistry()
	for _, served := range q.Served {
		for _, version := range served.Versions {
			resource := schema.GroupVersionResource{Group: served.Group, Version: version, Resource: served.Resource}
			for _, sub := range served.Subresources {
				mapper.RegisterKindFor(resource, sub, resource.GroupVersion().WithKind(served.Resource))
			}
		}
	}
	interfaces := withMapper{admission.NewObjectInterfacesFromScheme(runtime.NewScheme()), mapper}
	var called [][]bool
	for index, text := range q.Webhooks {
		var hook admissionregistrationv1.ValidatingWebhook
		if err := json.Unmarshal(text, &hook); err != nil {
			return nil, err
		}
		configuration := &admissionregistrationv1.ValidatingWebhookConfiguration{
			Webhooks: []admissionregistrationv1.ValidatingWebhook{hook},
		}
		defaults.SetObjectDefaults_ValidatingWebhookConfiguration(configuration)
		hook = configuration.Webhooks[0]
		hook.MatchConditions = nil
		accessor := webhook.NewValidatingWebhookAccessor(fmt.Sprint(index), "asked", &hook)
		row := []bool{}
		for _, one := range q.Writes {
			invocation, status := dispatch.ShouldCallHook(context.Background(), accessor, one.attributes(), interfaces, nil)
			if status != nil {
				return nil, status
			}
			row = append(row, invocation != nil)
		}
		called = append(called, row)
	}
	return called, nil
}

func newDispatch(namespaces map[string]map[string]string) (*generic.Webhook, error) {
	dispatch, err := generic.NewWebhook(admission.NewHandler(), nil,
		func(informers.SharedInformerFactory) generic.Source { return nil },
		func(*webhookutil.ClientManager) generic.Dispatcher { return nil })
	if err != nil {
		return nil, err
	}
	// Nothing is watched: the lister knows what is put into it.
	factory := informers.NewSharedInformerFactory(nil, 0)
	dispatch.SetExternalKubeInformerFactory(factory)
	indexer := factory.Core().V1().Namespaces().Informer().GetIndexer()
	for name, labels := range namespaces {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}
		if err := indexer.Add(namespace); err != nil {
			return nil, err
		}
	}
	return dispatch, nil
}

func (w write) attributes() admission.Attributes {
	resource := schema.GroupVersionResource{Group: w.Group, Version: w.Version, Resource: w.Resource}
	object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
		Name: "asked", Namespace: w.Namespace, Labels: w.Labels,
	}}
	return admission.NewAttributesRecord(object, nil, resource.GroupVersion().WithKind(w.Resource), w.Namespace, "asked",
		resource, w.Sub, admission.Operation(w.Operation), nil, false, &user.DefaultInfo{})
}

type withMapper struct {
	admission.ObjectInterfaces
	mapper runtime.EquivalentResourceMapper
}

func (w withMapper) GetEquivalentResourceMapper() runtime.EquivalentResourceMapper { return w.mapper }
