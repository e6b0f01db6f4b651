# Two stages: the first builds the environment and compiles the card data, the second runs it and nothing else.
#   docker build -t riftcheck .
#   docker run --rm --read-only --tmpfs /tmp -p 8000:8000 riftcheck
# Games, jobs and keys are kept where RIFTCHECK_GAMES, _JOBS and _KEYS say: files on a volume, or PostgreSQL.
# Where no Docker engine is at hand, `docs/docker-steps.sh FOLDER` runs the same steps in an empty folder.
FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/riftcheck
COPY requirements/all.txt requirements/
RUN /opt/riftcheck/bin/pip install --no-cache-dir --require-hashes -r requirements/all.txt
COPY pyproject.toml setup.py README.md LICENSE ./
# `riftcheck/` holds links to the rooms, so all of them are copied.
COPY riftcheck riftcheck
COPY schema schema
COPY carddb carddb
COPY decks decks
COPY validator validator
COPY engine engine
COPY scenario scenario
COPY goldfish goldfish
COPY store store
COPY api api
COPY cli cli
COPY client client
RUN /opt/riftcheck/bin/pip install --no-cache-dir --no-deps --no-build-isolation .
RUN RIFTCHECK_CACHE=/opt/riftcheck/cache /opt/riftcheck/bin/python -c "from riftcheck import carddb; carddb.load()"

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home riftcheck
COPY --from=build /opt/riftcheck /opt/riftcheck
ENV PATH=/opt/riftcheck/bin:$PATH PYTHONDONTWRITEBYTECODE=1 RIFTCHECK_CACHE=/opt/riftcheck/cache
USER riftcheck
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["riftcheck", "serve", "--host", "0.0.0.0", "--port", "8000"]
