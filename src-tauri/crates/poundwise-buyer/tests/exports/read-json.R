answers <- jsonlite::fromJSON("answer.json")
numbers <- c("estimate", "noise_low95", "noise_high95", "epsilon", "rho")
answers[numbers] <- lapply(answers[numbers], as.numeric)
answers[c("label", "estimate", "noise_low95", "noise_high95")]
