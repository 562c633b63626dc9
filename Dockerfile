# After npm run pack:release -- --out release:
#   docker build -t analyzer .
#   docker run --rm -v "$PWD:/work:ro" analyzer check --against main
FROM node:22-bookworm-slim
# git reads revisions for diff and check.
RUN apt-get update && apt-get install --yes --no-install-recommends git && rm -rf /var/lib/apt/lists/*
COPY release/*.tgz /opt/release/
RUN npm install --global --no-audit --no-fund /opt/release/*.tgz && rm -rf /opt/release
# The project belongs to another user than the one in the container.
RUN git config --system --add safe.directory '*'
USER node
WORKDIR /work
ENTRYPOINT ["analyzer"]
CMD ["--help"]
