import pandas  # and pyarrow

answers = pandas.read_parquet("answer.parquet")
print(answers[["label", "estimate", "noise_low95", "noise_high95"]])
