# One image for every role: ROLE=core and ROLE=gateway run apart, ROLE=all is both in one process (docs/operations.md).
FROM node:26-slim AS dependencies
WORKDIR /latchkey
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:26-slim
WORKDIR /latchkey
COPY --from=dependencies /latchkey/node_modules node_modules
COPY package.json ./
COPY gen gen
COPY src src

# Said aloud, so that a container that was given no DATABASE_URL is refused instead of being a demo on the network.
ENV HOST=0.0.0.0
USER node
EXPOSE 8080 8081 50051
CMD ["node", "src/main.ts"]
