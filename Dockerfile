# chartwright with the Helm that it verifies with:
#   docker build -t chartwright . && docker run --rm -u "$(id -u):$(id -g)" -v "$PWD:/work" chartwright build
ARG NODE=node:22-bookworm-slim
ARG HELM=alpine/helm:4.1.4

FROM ${HELM} AS helm

FROM ${NODE} AS build
WORKDIR /chartwright
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts && mv chartwright-*.tgz /chartwright.tgz

FROM ${NODE}
COPY --from=helm /usr/bin/helm /usr/local/bin/helm
COPY --from=build /chartwright.tgz /tmp/chartwright.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/chartwright.tgz && rm /tmp/chartwright.tgz
WORKDIR /work
ENTRYPOINT ["chartwright"]
