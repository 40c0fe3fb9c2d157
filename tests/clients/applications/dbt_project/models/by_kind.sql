{{ config(materialized='table', indexes=[{'columns': ['kind'], 'unique': True}]) }}
SELECT p.kind, k.label, count(*) AS orders, sum(p.price) AS price
FROM {{ ref('priced') }} p JOIN {{ ref('kinds') }} k USING (kind)
GROUP BY p.kind, k.label
