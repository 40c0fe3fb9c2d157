{{ config(materialized='ephemeral') }}
SELECT id, kind, price * 2 AS price, changed FROM {{ ref('orders_view') }}
