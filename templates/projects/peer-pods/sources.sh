#!/bin/sh
# Makes the manifests of a release of cloud-api-adaptor, for the projects peer-pods and peerpod-ctrl:
#
#   sh peer-pods/sources.sh            the release that chartwright.yaml beside this script names
#   sh peer-pods/sources.sh v0.18.0    another one, before `chartwright update peer-pods peerpod-ctrl --to v0.18.0`
#
# They are not published as files: git fetches the release, and kustomize (or kubectl) makes them of its folders.
set -eu

folder=$(cd "$(dirname "$0")" && pwd)
version=${1:-$(sed -n 's/^version: *\([^ ]*\).*/\1/p' "$folder/chartwright.yaml")}
repository=${CLOUD_API_ADAPTOR:-https://github.com/confidential-containers/cloud-api-adaptor}

if command -v kustomize > /dev/null; then
  build() { kustomize build "$1"; }
elif command -v kubectl > /dev/null; then
  build() { kubectl kustomize "$1"; }
else
  echo "sources.sh: neither kustomize nor kubectl is on the PATH; https://kubectl.docs.kubernetes.io/installation/kustomize has the first" >&2
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -c advice.detachedHead=false clone --quiet --depth 1 --branch "$version" "$repository" "$work/source"
overlays=$work/source/src/cloud-api-adaptor/install/overlays
if ! [ -d "$overlays" ]; then
  echo "sources.sh: $version has no kustomize overlays: v0.18.0 is the last release with them" >&2
  exit 2
fi

# Files with credentials that a user writes: their keys, without secrets.
if [ -d "$overlays/aws" ]; then printf 'AWS_ACCESS_KEY_ID=\nAWS_SECRET_ACCESS_KEY=\n' > "$overlays/aws/aws-cred.env"; fi
if [ -d "$overlays/ibmcloud-powervs" ]; then
  printf 'IBMCLOUD_API_KEY=\n' > "$overlays/ibmcloud-powervs/cloud-credentials.env"
fi
if [ -f "$overlays/alibabacloud/alibabacloud-cred.env.template" ]; then
  cp "$overlays/alibabacloud/alibabacloud-cred.env.template" "$overlays/alibabacloud/alibabacloud-cred.env"
fi

# All of them, or none: what kustomize refuses leaves nothing behind.
mkdir -p "$work/overlays" "$work/release"
for overlay in "$overlays"/*/; do
  name=$(basename "$overlay")
  build "$overlay" > "$work/overlays/$name.yaml"
done
build "$work/source/src/peerpod-ctrl/config/default" > "$work/release/peerpod-ctrl.yaml"

controller=$(dirname "$folder")/peerpod-ctrl
mkdir -p "$folder/overlays/$version" "$controller/release/$version"
cp "$work/overlays"/*.yaml "$folder/overlays/$version/"
cp "$work/release/peerpod-ctrl.yaml" "$controller/release/$version/"
echo "Made $folder/overlays/$version and $controller/release/$version"
