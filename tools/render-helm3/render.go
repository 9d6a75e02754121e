// The steps of `helm template`, made of Helm's own packages:
// https://github.com/helm/helm/blob/v3.22.0/cmd/helm/template.go
package main

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"sigs.k8s.io/yaml"

	"helm.sh/helm/v3/pkg/action"
	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/release"
	"helm.sh/helm/v3/pkg/releaseutil"
)

type loadedChart struct {
	files []*loader.BufferedFile
	// What decides over the place of each document of the first rendering, by its text.
	heads      map[string]releaseutil.SimpleHead
	isRendered bool
}

func loadChart(folder string) (*loadedChart, error) {
	loaded, err := loader.LoadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []*loader.BufferedFile
	for _, file := range loaded.Raw {
		files = append(files, &loader.BufferedFile{Name: file.Name, Data: file.Data})
	}
	return &loadedChart{files: files, heads: map[string]releaseutil.SimpleHead{}}, nil
}

func (c *loadedChart) render(asked request) (string, error) {
	// A rendering writes into its chart, so each has one of its own.
	loaded, err := loader.LoadFiles(c.files)
	if err != nil {
		return "", err
	}
	given, err := chartutil.ReadValues(asked.Values)
	if err != nil {
		return "", err
	}
	if required := loaded.Metadata.Dependencies; required != nil {
		if err := action.CheckDependencies(loaded, required); err != nil {
			return "", err
		}
	}
	if err := chartutil.ProcessDependenciesWithMerge(loaded, given); err != nil {
		return "", err
	}
	capabilities := chartutil.DefaultCapabilities.Copy()
	capabilities.APIVersions = append(capabilities.APIVersions, asked.APIVersions...)
	values, err := chartutil.ToRenderValues(loaded, given, chartutil.ReleaseOptions{
		Name:      asked.Release,
		Namespace: asked.Namespace,
		Revision:  1,
		IsInstall: !asked.IsUpgrade,
		IsUpgrade: asked.IsUpgrade,
	}, capabilities)
	if err != nil {
		return "", err
	}
	if wanted := loaded.Metadata.KubeVersion; wanted != "" {
		if version := capabilities.KubeVersion.String(); !chartutil.IsCompatibleRange(wanted, version) {
			return "", fmt.Errorf("chart requires kubeVersion: %s which is incompatible with Kubernetes %s", wanted, version)
		}
	}
	files, err := engine.Engine{}.Render(loaded, values)
	if err != nil {
		return "", err
	}
	for name := range files {
		if strings.HasSuffix(name, "NOTES.txt") {
			delete(files, name)
		}
	}
	hooks, manifests, err := c.sort(files)
	if err != nil {
		return "", fmt.Errorf("%w\n\nUse --debug flag to render out invalid YAML", err)
	}
	var crds []chart.CRD
	if asked.IncludeCRDs {
		crds = loaded.CRDObjects()
	}
	return printed(crds, manifests, hooks), nil
}

func printed(crds []chart.CRD, manifests []releaseutil.Manifest, hooks []*release.Hook) string {
	var text strings.Builder
	add := func(source, content string) {
		text.WriteString("---\n# Source: " + source + "\n" + content + "\n")
	}
	for _, crd := range crds {
		add(crd.Filename, string(crd.File.Data))
	}
	for _, manifest := range manifests {
		add(manifest.Name, manifest.Content)
	}
	start := strings.TrimSpace(text.String()) + "\n"
	text.Reset()
	for _, hook := range hooks {
		add(hook.Path, hook.Manifest)
	}
	return start + text.String()
}

// Sorts as Helm does, which looks at the heads of the documents only: the others are read once, since a rendering has
// megabytes of CRDs that stay the same.
func (c *loadedChart) sort(files map[string]string) ([]*release.Hook, []releaseutil.Manifest, error) {
	texts := map[string]string{}
	short := map[string]string{}
	for name, content := range files {
		if strings.HasPrefix(path.Base(name), "_") {
			continue
		}
		documents := releaseutil.SplitManifests(content)
		lines := make([]string, len(documents))
		for index := range lines {
			text := documents[fmt.Sprintf("manifest-%d", index)]
			head, ok := c.heads[text]
			if !ok {
				if yaml.Unmarshal([]byte(text), &head) != nil {
					return releaseutil.SortManifests(files, nil, releaseutil.InstallOrder)
				}
				if !c.isRendered {
					c.heads[text] = head
				}
			}
			line, err := json.Marshal(struct {
				releaseutil.SimpleHead
				Text int `json:"text"`
			}{head, len(texts)})
			if err != nil {
				return nil, nil, err
			}
			lines[index] = string(line)
			texts[lines[index]] = text
		}
		short[name] = strings.Join(lines, "\n---\n")
	}
	hooks, manifests, err := releaseutil.SortManifests(short, nil, releaseutil.InstallOrder)
	for index := range manifests {
		manifests[index].Content = texts[strings.TrimSpace(manifests[index].Content)]
	}
	for _, hook := range hooks {
		hook.Manifest = texts[strings.TrimSpace(hook.Manifest)]
	}
	return hooks, manifests, err
}
