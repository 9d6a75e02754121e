// Who may do what, by the server's own authoriser of roles and bindings.
package main

import (
	"context"
	"encoding/json"
	"fmt"

	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/kubernetes/pkg/registry/rbac/validation"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
)

// One question: may this user do that? Path is for a URL that is no resource.
type accessRequest struct {
	User        string   `json:"user"`
	Groups      []string `json:"groups"`
	Verb        string   `json:"verb"`
	Namespace   string   `json:"namespace"`
	Group       string   `json:"group"`
	Resource    string   `json:"resource"`
	Subresource string   `json:"subresource"`
	Name        string   `json:"name"`
	Path        string   `json:"path"`
}

// The authoriser over roles and bindings; other objects are passed over.
func newAuthoriser(texts []json.RawMessage) (*rbac.RBACAuthorizer, error) {
	var roles []*rbacv1.Role
	var bindings []*rbacv1.RoleBinding
	var clusterRoles []*rbacv1.ClusterRole
	var clusterBindings []*rbacv1.ClusterRoleBinding
	for _, text := range texts {
		var head metav1.TypeMeta
		if err := json.Unmarshal(text, &head); err != nil {
			return nil, err
		}
		var err error
		switch head.Kind {
		case "Role":
			roles, err = appended(roles, text)
		case "RoleBinding":
			bindings, err = appended(bindings, text)
		case "ClusterRole":
			clusterRoles, err = appended(clusterRoles, text)
		case "ClusterRoleBinding":
			clusterBindings, err = appended(clusterBindings, text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", head.Kind, err)
		}
	}
	if err := aggregate(clusterRoles); err != nil {
		return nil, err
	}
	_, static := validation.NewTestRuleResolver(roles, bindings, clusterRoles, clusterBindings)
	return rbac.New(static, static, static, static), nil
}

func appended[T any](items []*T, text []byte) ([]*T, error) {
	item := new(T)
	err := json.Unmarshal(text, item)
	return append(items, item), err
}

// What the controller of aggregated roles makes of them, until nothing changes any more.
func aggregate(roles []*rbacv1.ClusterRole) error {
	for range len(roles) + 1 {
		for _, role := range roles {
			if role.AggregationRule == nil {
				continue
			}
			var rules []rbacv1.PolicyRule
			for _, selector := range role.AggregationRule.ClusterRoleSelectors {
				matches, err := metav1.LabelSelectorAsSelector(&selector)
				if err != nil {
					return err
				}
				for _, other := range roles {
					if other != role && matches.Matches(labels.Set(other.Labels)) {
						rules = append(rules, other.Rules...)
					}
				}
			}
			role.Rules = distinct(rules)
		}
	}
	return nil
}

func distinct(rules []rbacv1.PolicyRule) []rbacv1.PolicyRule {
	seen := map[string]bool{}
	kept := []rbacv1.PolicyRule{}
	for _, rule := range rules {
		if text := rule.String(); !seen[text] {
			seen[text] = true
			kept = append(kept, rule)
		}
	}
	return kept
}

func allowed(authoriser *rbac.RBACAuthorizer, asked accessRequest) bool {
	decision, _, _ := authoriser.Authorize(context.Background(), authorizer.AttributesRecord{
		User:            &user.DefaultInfo{Name: asked.User, Groups: asked.Groups},
		Verb:            asked.Verb,
		Namespace:       asked.Namespace,
		APIGroup:        asked.Group,
		APIVersion:      "v1",
		Resource:        asked.Resource,
		Subresource:     asked.Subresource,
		Name:            asked.Name,
		ResourceRequest: asked.Path == "",
		Path:            asked.Path,
	})
	return decision == authorizer.DecisionAllow
}
