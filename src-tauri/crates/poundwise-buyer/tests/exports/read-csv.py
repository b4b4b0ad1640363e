import csv, re
from decimal import Decimal

numbers = ["estimate", "noise_low95", "noise_high95", "epsilon", "rho"]
with open("answer.csv", encoding="utf-8", newline="") as table:
    answers = list(csv.DictReader(table))
for answer in answers:
    for name, cell in answer.items():
        if name in numbers:
            answer[name] = Decimal(cell) if cell else None
        else:  # an apostrophe keeps a spreadsheet from computing a text
            answer[name] = re.sub(r"^'(?='*[=+\-@\t\r])", "", cell)
for answer in answers:
    print(answer["label"], answer["estimate"], answer["noise_low95"], answer["noise_high95"])
