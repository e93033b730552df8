fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = protox::compile(["latchkey/v1/token_service.proto"], ["proto"])?;
    Ok(tonic_prost_build::configure().build_server(false).compile_fds(files)?)
}
