// Judges objects as a Kubernetes API server does when they are created with strict field validation: unknown fields,
// types, and the rules of each kind, by the server's own code. There is no admission and nothing is stored. Reads
// requests from standard input and writes an answer to each, one JSON document a line.
//
//	{"definitions": [{…}, …]}                 → {"faults": [[…], …]}; these CRDs take the place of those before
//	{"objects": [{…}, …], "namespace": "…"}   → {"faults": [[…], …]}, the faults of each object
//
//	{"updates": [{"before": {…}, "after": {…}}, …]}  → {"faults": [[…], …]}, of custom resources that are there already
//	{"roles": [{…}, …], "requests": [{…}, …]} → {"allowed": [true, …]}, whether these roles and bindings allow each
//	{"asked": {"webhooks": [{…}, …], "writes": [{…}, …], …}} → {"called": [[true, …], …]}, which webhooks are asked
//
// An object of a kind that is neither built in nor one of the CRDs has no faults.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	serializerjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

type request struct {
	Definitions []json.RawMessage `json:"definitions"`
	Objects     []json.RawMessage `json:"objects"`
	Namespace   string            `json:"namespace"`
	Updates     []update          `json:"updates"`
	Roles       []json.RawMessage `json:"roles"`
	Requests    []accessRequest   `json:"requests"`
	Asked       *webhookQuestions `json:"asked"`
}

type update struct {
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

type answer struct {
	Faults  [][]string `json:"faults"`
	Allowed []bool     `json:"allowed,omitempty"`
	Called  [][]bool   `json:"called,omitempty"`
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	var kinds customKinds
	for {
		var asked request
		if err := in.Decode(&asked); err == io.EOF {
			return
		} else if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		reply := answer{Faults: [][]string{}}
		if asked.Definitions != nil {
			kinds = customKinds{}
		}
		for _, text := range asked.Definitions {
			reply.Faults = append(reply.Faults, kinds.define(text))
		}
		for _, text := range asked.Objects {
			reply.Faults = append(reply.Faults, judge(text, asked.Namespace, kinds))
		}
		for _, changed := range asked.Updates {
			reply.Faults = append(reply.Faults, kinds.judgeUpdate(changed))
		}
		if asked.Requests != nil {
			authoriser, err := newAuthoriser(asked.Roles)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			for _, one := range asked.Requests {
				reply.Allowed = append(reply.Allowed, allowed(authoriser, one))
			}
		}
		if asked.Asked != nil {
			called, err := asked.Asked.answer()
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			reply.Called = called
		}
		if err := out.Encode(reply); err != nil {
			return
		}
	}
}

func judge(text []byte, namespace string, kinds customKinds) (faults []string) {
	defer func() {
		if reason := recover(); reason != nil {
			faults = []string{fmt.Sprintf("the API server's code panics: %v", reason)}
		}
	}()
	var head metav1.TypeMeta
	if err := json.Unmarshal(text, &head); err != nil {
		return []string{err.Error()}
	}
	kind := schema.FromAPIVersionAndKind(head.APIVersion, head.Kind)
	if custom, ok := kinds[kind]; ok {
		return custom.judge(text, namespace)
	}
	api := apiOf(kind)
	if api == nil {
		return nil
	}
	object, err := api.decode(text)
	if err != nil {
		return linesOf(err)
	}
	strategy := api.strategies[kind.GroupKind()]
	if strategy == nil {
		return nil
	}
	return linesOf(create(strategy, object, kind, namespace))
}

// The steps of the server between decoding an object and storing it, admission left out.
func create(strategy rest.RESTCreateStrategy, object runtime.Object, kind schema.GroupVersionKind, namespace string) error {
	accessor, err := meta.Accessor(object)
	if err != nil {
		return err
	}
	if accessor.GetName() == "" && accessor.GetGenerateName() != "" {
		accessor.SetName(strategy.GenerateName(accessor.GetGenerateName()))
	}
	if !strategy.NamespaceScoped() {
		namespace = metav1.NamespaceNone
	} else if accessor.GetNamespace() != "" {
		namespace = accessor.GetNamespace()
	} else {
		accessor.SetNamespace(namespace)
	}
	rest.FillObjectMetaSystemFields(accessor)
	resource, _ := meta.UnsafeGuessKindToResource(kind)
	ctx := genericapirequest.WithNamespace(context.Background(), namespace)
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{
		IsResourceRequest: true,
		Verb:              "create",
		APIGroup:          kind.Group,
		APIVersion:        kind.Version,
		Resource:          resource.Resource,
		Namespace:         namespace,
		Name:              accessor.GetName(),
	})
	return rest.BeforeCreate(strategy, ctx, object)
}

// The types that one part of the server serves.
type api struct {
	scheme     *runtime.Scheme
	decoder    runtime.Decoder
	strategies map[schema.GroupKind]rest.RESTCreateStrategy
}

func newAPI(scheme *runtime.Scheme, codecs serializer.CodecFactory, strategies map[schema.GroupKind]rest.RESTCreateStrategy) *api {
	strict := serializerjson.NewSerializerWithOptions(serializerjson.DefaultMetaFactory, scheme, scheme,
		serializerjson.SerializerOptions{Strict: true})
	return &api{scheme, codecs.DecoderToVersion(strict, runtime.InternalGroupVersioner), strategies}
}

func (a *api) decode(text []byte) (runtime.Object, error) {
	object, _, err := a.decoder.Decode(text, nil, nil)
	return object, err
}

func apiOf(kind schema.GroupVersionKind) *api {
	for _, api := range apis {
		if api.scheme.Recognizes(kind) {
			return api
		}
	}
	return nil
}

// One fault a cause, where the error tells several.
func linesOf(err error) []string {
	if err == nil {
		return nil
	}
	var status apierrors.APIStatus
	if errors.As(err, &status) && status.Status().Details != nil {
		var lines []string
		for _, cause := range status.Status().Details.Causes {
			lines = append(lines, cause.Field+": "+cause.Message)
		}
		if len(lines) > 0 {
			return lines
		}
	}
	return strings.Split(strings.TrimSpace(err.Error()), "\n")
}

func asMap(text []byte) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	_, _, err := unstructured.UnstructuredJSONScheme.Decode(bytes.TrimSpace(text), nil, object)
	return object, err
}
