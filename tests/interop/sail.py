"""Answers statements of Spark SQL with Sail, through Spark Connect: a line of JSON each."""

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
for line in sys.stdin:
    try:
        rows = [list(row) for row in spark.sql(json.loads(line)).collect()]
        answer = {"rows": rows}
    except Exception as error:
        answer = {"error": str(error)[:2000]}
    print(json.dumps(answer), flush=True)
