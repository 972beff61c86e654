# A server in a container, set as SQL Server's containers are: MSSQL_SA_PASSWORD, MSSQL_TCP_PORT and so on. How the binaries in dist/ are made and the
# image of each architecture built: docs/container.md.
FROM scratch
ARG TARGETARCH
COPY dist/${TARGETARCH}/sluice /sluice
# An empty folder of the user's own: there is no shell here to make one.
COPY --chown=10001:10001 dist/empty/ /var/opt/mssql/
USER 10001:10001
ENV MSSQL_IP_ADDRESS=0.0.0.0 MSSQL_DATA_DIR=/var/opt/mssql/data
VOLUME /var/opt/mssql
EXPOSE 1433
STOPSIGNAL SIGTERM
ENTRYPOINT ["/sluice", "serve"]
