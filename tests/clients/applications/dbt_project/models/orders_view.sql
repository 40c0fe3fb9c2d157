SELECT id, kind, price, changed FROM {{ source('raw', 'orders') }} WHERE price IS NOT NULL
