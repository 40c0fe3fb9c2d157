# A stand-in for the image of PostgreSQL: the distribution's, with what compose.yaml uses of the image's
# entry point.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
RUN apt-get update \
 && apt-get install -y --no-install-recommends postgresql locales \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/* /etc/postgresql/* \
 && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ \
 && install -d -o postgres -g postgres -m 2775 /run/postgresql
ENV PGDATA=/var/lib/postgresql/data LANG=C.UTF-8
COPY docker-entrypoint.sh /usr/local/bin/
VOLUME /var/lib/postgresql
EXPOSE 5432
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
