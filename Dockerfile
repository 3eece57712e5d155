# Loupe as one program in an image:
#   docker build -t loupe .
#   docker run --rm --network host loupe tx 0x… --rpc http://127.0.0.1:8545
#   docker run --rm --network host loupe serve --no-open
FROM node:20-bookworm AS build
WORKDIR /loupe
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run pack

FROM node:20-bookworm-slim
COPY --from=build /loupe/.cache/pack/loupe-*.tgz /tmp/
RUN npm install --global --offline --no-audit --no-fund /tmp/loupe-*.tgz && rm /tmp/loupe-*.tgz
# The project at hand, whose build output gives names and lines: -v "$PWD:/project:ro"
WORKDIR /project
USER node
ENTRYPOINT ["loupe"]
CMD ["--help"]
