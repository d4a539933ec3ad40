# The service alone: PostgreSQL is a container of its own (docker-compose.yml), so the embedded one stays out of the image.

# The compiler and the bundler bring their programs in optional packages, so the build installs those too.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev --include=optional --loglevel=error
COPY . .
RUN node tools/prepare.mjs && node tools/bill-of-materials.mjs && find dist \( -name '*.spec.*' -o -name '*.d.ts' -o -name '*.tsbuildinfo' -o -name testing \) -prune -exec rm -r {} +

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional --loglevel=error
# Types and source maps are for those who compile or debug these packages, and Prisma brings compilers of queries for five databases.
RUN find node_modules \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -type f -delete && rm -rf node_modules/@types && find node_modules/@prisma/client/runtime -name 'query_*_bg.*' ! -name '*.postgresql.*' -delete

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Berth" \
      org.opencontainers.image.licenses="Apache-2.0"
# Every thread would have arenas of its own: two in all take less.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2
WORKDIR /app
COPY package.json LICENSE SECURITY.md ./
# What is in the image, and under which licences.
COPY --from=build /app/dist/bill-of-materials bill-of-materials
COPY --from=packages /app/node_modules node_modules
COPY prisma/migrations prisma/migrations
# What BERTH_DEMO=1 imports.
COPY libs/demo/openb libs/demo/openb
COPY --from=build /app/dist/libs dist/libs
COPY --from=build /app/dist/apps dist/apps
# A volume that is mounted here belongs to whom the folder belongs to.
RUN mkdir --parents /var/lib/berth && chown node:node /var/lib/berth
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/apps/api/src/main.js"]
