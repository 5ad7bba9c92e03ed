select * from {{ ref('countries') }} where estimate < lower or estimate > upper
