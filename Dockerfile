# Two stages: the first builds the environment and compiles program and card data, the second runs it and nothing else.
#   docker build -t riftcheck .
#   docker run --rm --read-only --tmpfs /tmp -v riftcheck:/var/lib/riftcheck -p 8000:8000 riftcheck
# Games, jobs and keys are files on the volume, or in PostgreSQL where RIFTCHECK_GAMES, RIFTCHECK_JOBS and RIFTCHECK_KEYS say so.
# Nothing else is written but below /tmp. Where no Docker engine is at hand, `docs/docker-steps.sh FOLDER` runs the same
# steps in an empty folder, and boots what comes of them in the same way.
FROM python:3.13-slim AS build
WORKDIR /src
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
RUN python -m venv /opt/riftcheck && python -m venv /opt/compiler
COPY requirements/all.txt requirements/compiler.txt requirements/
RUN /opt/compiler/bin/pip install --no-cache-dir --require-hashes -r requirements/compiler.txt
RUN /opt/riftcheck/bin/pip install --no-cache-dir --require-hashes -r requirements/all.txt
COPY pyproject.toml setup.py README.md LICENSE ./
# `riftcheck/` holds links to the rooms, so all of them are copied.
COPY compilation compilation
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
RUN RIFTCHECK_COMPILE=1 /opt/compiler/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /opt/wheel .
RUN /opt/riftcheck/bin/pip install --no-cache-dir --no-deps /opt/wheel/*.whl
RUN RIFTCHECK_CACHE=/opt/riftcheck/cache /opt/riftcheck/bin/python -c "from riftcheck import carddb; carddb.load()"

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home riftcheck \
    && install --directory --owner=riftcheck --group=riftcheck --mode=0700 /var/lib/riftcheck
COPY --from=build /opt/riftcheck /opt/riftcheck
ENV PATH=/opt/riftcheck/bin:$PATH PYTHONDONTWRITEBYTECODE=1 RIFTCHECK_CACHE=/opt/riftcheck/cache \
    RIFTCHECK_GAMES=/var/lib/riftcheck/games.sqlite3 RIFTCHECK_JOBS=/var/lib/riftcheck/jobs.sqlite3 \
    RIFTCHECK_KEYS=/var/lib/riftcheck/keys.sqlite3
VOLUME /var/lib/riftcheck
USER riftcheck
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["riftcheck", "serve", "--host", "0.0.0.0", "--port", "8000"]
