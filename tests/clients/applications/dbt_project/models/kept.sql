{{ config(materialized='materialized_view') }}
SELECT kind, max(price) AS price FROM {{ source('raw', 'orders') }} GROUP BY kind
