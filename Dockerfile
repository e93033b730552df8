# One image for every ROLE: core, gateway, or all in one process (docs/deployment.md).
FROM node:26-alpine AS build
# hadolint ignore=DL3018
RUN apk add --no-cache binutils
WORKDIR /latchkey
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY deploy/image/prune.sh deploy/image/prune.sh
RUN sh deploy/image/prune.sh .
COPY gen gen
COPY src src
COPY deploy/image/healthcheck.ts deploy/image/healthcheck.ts
# npm, yarn and headers are not needed at run time. Without debug symbols, node takes 116 MB instead of 150 MB.
RUN strip --strip-unneeded /usr/local/bin/node \
  && rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /opt/yarn* /usr/local/bin/yarn* /usr/local/bin/np* \
  && apk del binutils

# One layer, without the removed files.
FROM scratch
# hadolint ignore=DL3067
COPY --from=build / /
WORKDIR /latchkey
# Without DATABASE_URL the start fails, because the demo refuses a public HOST.
ENV PATH=/usr/local/bin:/usr/bin:/bin HOST=0.0.0.0 DATA_DIR=/tmp/latchkey
USER 1000:1000
EXPOSE 8080 8081 50051
# HEALTH_PORT serves the probes of every role.
ENV HEALTH_PORT=8082
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["node", "deploy/image/healthcheck.ts"]
CMD ["node", "--max-semi-space-size=16", "src/main.ts"]
