import json
from decimal import Decimal

numbers = ["estimate", "noise_low95", "noise_high95", "epsilon", "rho"]
with open("answer.json", encoding="utf-8") as table:
    answers = json.load(table, parse_float=Decimal, parse_int=Decimal)
for answer in answers:
    for name in numbers:
        if answer[name] is not None:
            answer[name] = Decimal(answer[name])
for answer in answers:
    print(answer["label"], answer["estimate"], answer["noise_low95"], answer["noise_high95"])
