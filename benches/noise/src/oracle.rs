pub fn run() -> Result<(), Box<dyn std::error::Error + Send + Sync>> { Ok(()) }
