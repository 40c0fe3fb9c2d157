/** The images and the cluster of docker/, where a Docker engine answers. */
package io.argosy.tests.containers;
