// Custom resources by the schemas of their CRDs.
package main

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
)

type customKinds map[schema.GroupVersionKind]*customKind

// One version of a CRD.
type customKind struct {
	kind     schema.GroupVersionKind
	schema   *structuralschema.Structural
	strategy rest.RESTCreateStrategy
}

// Takes a CRD up, and says what the server has against it.
func (kinds customKinds) define(text []byte) []string {
	faults := judge(text, "", nil)
	object, err := apis[1].decode(text)
	if err != nil {
		return faults
	}
	definition, ok := object.(*apiextensions.CustomResourceDefinition)
	if !ok {
		return faults
	}
	for _, version := range definition.Spec.Versions {
		kind := schema.GroupVersionKind{Group: definition.Spec.Group, Version: version.Name, Kind: definition.Spec.Names.Kind}
		custom, err := newCustomKind(definition, kind)
		if err != nil {
			return append(faults, err.Error())
		}
		kinds[kind] = custom
	}
	return faults
}

func newCustomKind(definition *apiextensions.CustomResourceDefinition, kind schema.GroupVersionKind) (*customKind, error) {
	found, err := apiextensions.GetSchemaForVersion(definition, kind.Version)
	if err != nil {
		return nil, err
	}
	subresources, err := apiextensions.GetSubresourcesForVersion(definition, kind.Version)
	if err != nil {
		return nil, err
	}
	properties := &apiextensions.JSONSchemaProps{}
	if found != nil && found.OpenAPIV3Schema != nil {
		properties = found.OpenAPIV3Schema
	}
	structural, err := structuralschema.NewStructural(properties)
	if err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(properties)
	if err != nil {
		return nil, err
	}
	var status *apiextensions.CustomResourceSubresourceStatus
	if subresources != nil {
		status = subresources.Status
	}
	isNamespaced := definition.Spec.Scope == apiextensions.NamespaceScoped
	strategy := customresource.NewStrategy(untyped{}, isNamespaced, kind, validator, nil, structural, status, nil, nil)
	return &customKind{kind, structural, strategy}, nil
}

func (custom *customKind) judge(text []byte, namespace string) []string {
	object, err := asMap(text)
	if err != nil {
		return linesOf(err)
	}
	var faults []string
	defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, custom.schema)
	unknown := pruning.PruneWithOptions(object.Object, custom.schema, true,
		structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	for _, path := range unknown {
		faults = append(faults, `unknown field "`+path+`"`)
	}
	defaulting.Default(object.Object, custom.schema)
	return append(faults, linesOf(create(custom.strategy, object, custom.kind, namespace))...)
}

// What the server has against an update, and what it tolerates since it was so before. Both objects are as the server reads
// them with the CRD that it has now.
func (kinds customKinds) judgeUpdate(changed update) []string {
	after, err := asMap(changed.After)
	if err != nil {
		return linesOf(err)
	}
	before, err := asMap(changed.Before)
	if err != nil {
		return linesOf(err)
	}
	custom, ok := kinds[after.GroupVersionKind()]
	if !ok {
		return nil
	}
	strategy, ok := custom.strategy.(rest.RESTUpdateStrategy)
	if !ok {
		return []string{"the kind cannot be updated"}
	}
	for _, object := range []*unstructured.Unstructured{before, after} {
		defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, custom.schema)
		pruning.Prune(object.Object, custom.schema, true)
		defaulting.Default(object.Object, custom.schema)
	}
	faults := []string{}
	for _, fault := range strategy.ValidateUpdate(context.Background(), after, before) {
		faults = append(faults, fault.Error())
	}
	return faults
}

// Reads the kind of an object from its text.
type untyped struct{}

func (untyped) ObjectKinds(object runtime.Object) ([]schema.GroupVersionKind, bool, error) {
	return []schema.GroupVersionKind{object.(*unstructured.Unstructured).GroupVersionKind()}, false, nil
}

func (untyped) Recognizes(schema.GroupVersionKind) bool { return true }
