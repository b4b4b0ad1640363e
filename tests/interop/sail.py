"""Answers statements of Spark SQL, of Sail through Spark Connect or of Spark itself: a line of JSON
each. The first line is the port of Spark Connect. A list of a statement and a folder saves the rows as
Parquet files."""

import json
import os
import socket
import sys
import warnings

warnings.filterwarnings("ignore")

from pyspark.sql import SparkSession

if os.environ["SAIL_MODE"] == "spark":
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.plugins", "org.apache.spark.sql.connect.SparkConnectPlugin")
        .config("spark.connect.grpc.binding.address", "127.0.0.1")
        .config("spark.connect.grpc.binding.port", port)
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
else:
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
