answers <- read.csv("answer.csv", colClasses = "character", na.strings = "",
                    encoding = "UTF-8")
# an apostrophe keeps a spreadsheet from computing a text
answers[] <- lapply(answers, sub, pattern = "^'(?='*[=+@\t\r-])", replacement = "",
                    perl = TRUE)
numbers <- c("estimate", "noise_low95", "noise_high95", "epsilon", "rho")
answers[numbers] <- lapply(answers[numbers], as.numeric)
answers[c("label", "estimate", "noise_low95", "noise_high95")]
