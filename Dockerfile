# One image for every ROLE: core, gateway, or all in one process (docs/operations.md).
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

# Without DATABASE_URL the start fails, because the demo refuses a public HOST.
ENV HOST=0.0.0.0
USER node
EXPOSE 8080 8081 50051
CMD ["node", "src/main.ts"]
