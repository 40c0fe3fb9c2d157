{{ config(materialized='incremental', unique_key='id') }}
SELECT id, kind, price, changed FROM {{ ref('priced') }}
{% if is_incremental() %}
WHERE changed > (SELECT max(changed) FROM {{ this }})
{% endif %}
