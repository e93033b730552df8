module example.com/orders-api

go 1.19
