/** TPC-D's update functions: new orders and old ones, in transactions of whole orders. */
package io.argosy.tpcd.update;
