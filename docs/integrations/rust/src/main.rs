//! An API that requires an access token with a scope. Settings: LATCHKEY_URL (the gRPC port), SERVICE_KEY, PORT.
mod authorize;

use authorize::{Tokens, authorize};
use axum::extract::State;
use axum::{Json, Router, http::HeaderMap, response::Response, routing::get};
use std::{env::var, error::Error, time::Duration};
use tonic::transport::Endpoint;

async fn orders(State(tokens): State<Tokens>, headers: HeaderMap) -> Result<Json<serde_json::Value>, Response> {
    let grant = authorize(tokens, &headers, "orders:read").await?;
    Ok(Json(serde_json::json!({ "merchant": grant.merchant_id })))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let latchkey = Endpoint::from_shared(format!("http://{}", var("LATCHKEY_URL")?))?;
    let channel = latchkey.timeout(Duration::from_secs(2)).connect_lazy();
    let app = Router::new().route("/orders", get(orders)).with_state(Tokens::new(channel));
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{}", var("PORT")?)).await?;
    Ok(axum::serve(listener, app).await?)
}
