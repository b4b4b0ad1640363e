"""Answers statements of Spark SQL with Sail, through Spark Connect: a line of JSON each. The first
line is the server's port. A list of a statement and a folder saves the rows as Parquet files."""

import json
import sys
import warnings

warnings.filterwarnings("ignore")

from pyspark.sql import SparkSession
from pysail.spark import SparkConnectServer

server = SparkConnectServer()
server.start()
_, port = server.listening_address
spark = SparkSession.builder.remote(f"sc://localhost:{port}").getOrCreate()
print(json.dumps({"rows": port}), flush=True)
for line in sys.stdin:
    try:
        asked = json.loads(line)
        if isinstance(asked, list):
            spark.sql(asked[0]).write.mode("overwrite").parquet(asked[1])
            rows = []
        else:
            rows = [list(row) for row in spark.sql(asked).collect()]
        answer = {"rows": rows}
    except Exception as error:
        answer = {"error": str(error)[:2000]}
    print(json.dumps(answer), flush=True)
