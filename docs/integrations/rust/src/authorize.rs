use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tonic::{Request, transport::Channel};

mod latchkey {
    tonic::include_proto!("latchkey.v1");
}
pub use latchkey::{IntrospectRequest, IntrospectResponse};
pub type Tokens = latchkey::token_service_client::TokenServiceClient<Channel>;

/// The introspected token, or the response to a request without an active token that has the scope.
pub async fn authorize(mut tokens: Tokens, headers: &HeaderMap, scope: &str) -> Result<IntrospectResponse, Response> {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (scheme, token) = value.split_once(' ').unwrap_or_default();
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(deny(StatusCode::UNAUTHORIZED, ""));
    }
    let mut request = Request::new(IntrospectRequest { token: token.trim().into(), ..Default::default() });
    let key = format!("Bearer {}", std::env::var("SERVICE_KEY").expect("SERVICE_KEY"));
    request.metadata_mut().insert("authorization", key.parse().expect("an ASCII service key"));
    let answer = tokens.introspect(request).await;
    let grant = answer.map_err(|_| StatusCode::SERVICE_UNAVAILABLE.into_response())?.into_inner();
    if !grant.active() {
        return Err(deny(StatusCode::UNAUTHORIZED, ", error=\"invalid_token\""));
    }
    if !grant.scopes.iter().any(|granted| granted == scope) {
        return Err(deny(StatusCode::FORBIDDEN, &format!(", error=\"insufficient_scope\", scope=\"{scope}\"")));
    }
    Ok(grant)
}

fn deny(status: StatusCode, parameters: &str) -> Response {
    (status, [(header::WWW_AUTHENTICATE, format!("Bearer realm=\"api\"{parameters}"))]).into_response()
}
