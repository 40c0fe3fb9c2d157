# A stand-in for an image with Maven and a JDK: the distribution's Maven, and the JDK in directory jdk
# of the context.
ARG BASE_IMAGE
FROM ${BASE_IMAGE}
RUN apt-get update \
 && apt-get install -y --no-install-recommends maven ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY jdk /opt/java/jdk
ENV JAVA_HOME=/opt/java/jdk
